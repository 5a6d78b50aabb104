/** The style of a product: what people see beside what agents read. */
export const productStyle = `
.views { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); gap: 0 2rem; align-items: start; }
.views h2 { margin-top: 0; }
.offer { display: flex; gap: 1rem; align-items: center; }
.offer p { margin: 0; }
.offer .price { font-size: var(--type-figure); font-weight: 600; }
.description { white-space: pre-line; }
.response { max-height: 32rem; overflow: auto; background: var(--card); border: 1px solid var(--line); }
`
