import { baseStyle, serveStyle } from '../../../shared/pages/style.ts'

/** The stylesheet of the sign-in, consent and connections pages. */
export const stylesheet = serveStyle(`${baseStyle}
fieldset > .link { margin-top: 0.5rem; }
.hint { font-size: 0.925rem; color: var(--warn); }
form:has([name="scope"]:checked):has([name="brand_id"]:checked) > .hint { display: none; }
.who {
  display: flex; flex-wrap: wrap; gap: 0.25rem 0.9rem; align-items: baseline; margin-top: 1.5rem; padding-top: 1rem;
  border-top: 1px solid var(--line); font-size: 0.925rem; color: var(--quiet);
}
.grants { list-style: none; margin: 0; padding: 0; }
.grants li { padding: 1.25rem 0; border-top: 1px solid var(--line); }
.grants .facts { margin-bottom: 0.9rem; }
.empty { padding: 2rem 0; text-align: center; color: var(--quiet); }
`)
