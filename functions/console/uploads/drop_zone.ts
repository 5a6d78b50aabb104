import { html } from 'hono/html'
import type { Markup } from '../../../shared/pages/document.ts'
import type { PageContext } from '../page_context.ts'
import { megabytes } from '../parts/format.ts'
import { ownForm } from '../parts/forms.ts'

/** The form that uploads a file. The browser accepts a file that is dropped anywhere on its zone. */
export function dropZone(pageContext: PageContext, bytesMax: number): Markup {
  return html`<form
    class="form upload"
    method="post"
    action="/console/brands/${pageContext.brand?.id}/imports/uploads"
    enctype="multipart/form-data"
  >
    ${ownForm(pageContext)}
    <label class="drop">Drop a file here, or choose one. <input type="file" name="file" required /></label>
    <button class="primary slim">Upload</button>
    <p class="note">
      CSV, JSON or XML up to ${megabytes(bytesMax)}. You see what the file contains before it is imported.
    </p>
  </form>`
}
