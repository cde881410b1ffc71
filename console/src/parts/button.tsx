import type { ComponentProps } from "react";

interface Props extends ComponentProps<"button"> {
	look?: "primary" | "danger" | "plain";
}

export function Button({ look, className = "", type = "button", ...more }: Props) {
	return <button type={type} className={`button ${look ?? ""} ${className}`} {...more} />;
}
