// Puts a text into the browser's own downloads.

const KEPT_FOR_SAVING_MS = 60_000;

export function saveFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads it after this.
  setTimeout(() => URL.revokeObjectURL(url), KEPT_FOR_SAVING_MS);
}
