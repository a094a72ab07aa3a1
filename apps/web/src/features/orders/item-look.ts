import type { CertificateCategory } from '@portal/contract/certificates/certificate-states.ts'
import type { DrawingName } from '#ui/figures/drawing-names.ts'
import type { GemTone } from '#ui/figures/gem-drawing.ts'

/** Drawing of each category. */
export const CATEGORY_DRAWINGS: Readonly<Record<CertificateCategory, { name: DrawingName; tone: GemTone }>> = {
  gemstone: { name: 'oval-brilliant', tone: 'ruby' },
  jade: { name: 'bangle', tone: 'jade' },
  turquoise: { name: 'cabochon-veined', tone: 'turquoise' },
  diamond: { name: 'round-brilliant', tone: 'plain' },
  organic: { name: 'sphere', tone: 'quartz' },
  metal: { name: 'ingot', tone: 'plain' },
}

/** Formats the number of an item as `01`. */
export const formatItemNumber = (item: number): string => String(item).padStart(2, '0')
