import { guideHtml } from 'virtual:partner-guide'
import { asSafeHtml } from '#lib/html/safe-html.ts'
import { RichText } from '#ui/rich-text/rich-text.tsx'

/** Text of the site's own document, which the build of web converts to HTML. */
export function PartnerGuide() {
  return <RichText html={asSafeHtml(guideHtml)} />
}
