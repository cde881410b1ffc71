/** Where the server is: the console is one of its pages, and every page is one level deep. */
export const serverUrl = (): URL => new URL(".", document.baseURI);

/** The path in front of every page, without the slash at its end. */
export const basePath = (): string => serverUrl().pathname.replace(/\/$/, "");
