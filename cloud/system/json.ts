// Text that somebody else wrote, read as JSON.

/** `undefined`: it is none. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
