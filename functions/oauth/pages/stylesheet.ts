import { baseStyle, serveStyle } from '../../../shared/pages/style.ts'

/** The stylesheet of the sign-in, consent and connections pages. */
export const stylesheet = serveStyle(`${baseStyle}
fieldset > .link { margin-top: 0.5rem; }
.hint { font-size: var(--type-body); color: var(--warn); }
form:has([name="scope"]:checked):has([name="brand_id"]:checked) > .hint { display: none; }
.who {
  display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; align-items: baseline; margin-top: 1.5rem; padding-top: 1rem;
  border-top: 1px solid var(--line); font-size: var(--type-body); color: var(--quiet);
}
.grants { list-style: none; margin: 0; padding: 0; }
.grants li { padding: 1.25rem 0; border-top: 1px solid var(--line); }
.grants .facts { margin-bottom: 1rem; }
section { margin-top: 1.5rem; padding-top: 1.25rem; border-top: 1px solid var(--line); }
section .grants li:first-child { border-top: 0; padding-top: 0.25rem; }
section h4 { margin: 0 0 0.375rem; font-size: var(--type-lead); font-weight: 550; }
.passkey { margin-top: 0.75rem; }
form.passkey + form { margin-top: 1.25rem; }
section form + h3 { margin-top: 1.25rem; }
section h3 { margin: 0 0 0.375rem; font-size: var(--type-lead); }
summary { cursor: pointer; }
details form { margin-top: 1rem; }
.field .quiet { margin: 0.25rem 0 0; font-weight: 400; }
.after { margin: 1.25rem 0 0; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.tag.here { background: var(--accent-soft); color: var(--accent); font-weight: 550; }
.qr { width: 12rem; margin: 1rem 0; padding: 0.5rem; background: #fff; border-radius: 0.5rem; }
.qr svg { display: block; width: 100%; height: auto; }
.codes { display: grid; grid-template-columns: repeat(auto-fit, minmax(12rem, 1fr)); gap: 0.375rem 1rem; padding: 0; list-style: none; }
.empty { padding: 2rem 0; text-align: center; color: var(--quiet); }
`)
