/** The colors of all pages, light and dark. Each text has a contrast of 4.5 or more with its background. */
export const palette = `
:root {
  color-scheme: light dark;
  --ground: #f5f3ee; --card: #fffefb; --text: #21201c; --quiet: #635f56; --line: #dedad0;
  --accent: #1d5c48; --on-accent: #ffffff; --accent-soft: #e6f0ea; --warn: #7a3e06; --warn-soft: #fdf1df;
  --bad: #a32b1c; --good: #1b6b3a; --second: #ad864c;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #151513; --card: #1e1e1b; --text: #ecebe6; --quiet: #a9a69c; --line: #3a3934;
    --accent: #86d0b2; --on-accent: #0c2119; --accent-soft: #1f2f28; --warn: #f2c98d; --warn-soft: #33291a;
    --bad: #f59a8b; --good: #7fd09b; --second: #a6834f;
  }
}
`
