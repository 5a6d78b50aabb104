/** The icon beside the product name. */
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none" stroke="#2f8a6c" stroke-width="4">
  <path d="M5 27V8q0-4 4-4h14q4 0 4 4v19"/><path d="M3 26h26" stroke-width="6"/>
</svg>
`
