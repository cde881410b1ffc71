/** The URL of the server. The console is one of its pages, and every page is one level deep. */
export const serverUrl = (): URL => new URL(".", document.baseURI);

/** The path prefix of every page, without the trailing slash. */
export const basePath = (): string => serverUrl().pathname.replace(/\/$/, "");
