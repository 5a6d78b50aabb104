/** One spelling of an attribute's name for all files: "Shirt Size" is shirt_size. */
export function attributeName(text: string): string {
  return text.trim().toLowerCase().replace(/\s+/g, '_')
}
