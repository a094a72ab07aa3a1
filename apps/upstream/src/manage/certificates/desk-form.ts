import type { CertificateCategory } from '@portal/contract/certificates/certificate-states.ts'
import { type DeskForm, SIGNED_MEMBERS } from '@portal/contract/certificates/rules/desk-fields.ts'

interface StoredPicture {
  url: string
  caption?: string | null
  widthMm?: number | null
}

/** A stored text as a form: what approving wrote is left out. */
export function formFromBody({ category, pictures, ...members }: Record<string, unknown>): DeskForm {
  const fields: Record<string, string> = {}
  for (const [name, value] of Object.entries(members)) {
    if (SIGNED_MEMBERS.includes(name) || value === null || value === undefined) continue
    fields[name] = Array.isArray(value) ? value.join('、') : String(value)
  }
  return {
    category: category as CertificateCategory,
    fields,
    pictures: ((pictures ?? []) as StoredPicture[]).map(({ url, caption, widthMm }) => ({
      file: url.slice(url.lastIndexOf('/') + 1),
      caption: caption ?? '',
      widthMm: widthMm === null || widthMm === undefined ? '' : String(widthMm),
    })),
  }
}
