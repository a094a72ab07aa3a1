import { guideHtml } from 'virtual:partner-guide'
import { asSafeHtml } from '#lib/html/safe-html.ts'
import { RichText } from '#ui/rich-text/rich-text.tsx'

/** Made of our own document when web is built. */
export function PartnerGuide() {
  return <RichText html={asSafeHtml(guideHtml)} />
}
