/** Returns the canonical name of an attribute: "Shirt Size" is shirt_size. */
export function attributeName(text: string): string {
  return text.trim().toLowerCase().replace(/\s+/g, '_')
}
