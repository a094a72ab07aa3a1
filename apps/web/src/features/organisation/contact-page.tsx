import { STANDING_PAGES } from '@portal/contract/constants.ts'
import { useLoaderData } from 'react-router-dom'
import { readContactFacts } from '#domain/standing-pages/contact-facts.ts'
import { StandingColumns } from '#domain/standing-pages/standing-columns.tsx'
import { StandingFrame } from '#domain/standing-pages/standing-frame.tsx'
import { ORGANISATION_PAGES } from '#domain/standing-pages/standing-groups.ts'
import { buildStandingMeta, loadStandingPage } from '#domain/standing-pages/standing-page.ts'
import { defineLoader, optional } from '#lib/api/define-loader.ts'
import { splitAtHeadings } from '#lib/html/html-sections.ts'
import { asSafeHtml, type SafeHtml } from '#lib/html/safe-html.ts'
import type { MetaOf } from '#lib/meta.ts'
import { nearPart } from '#lib/parts/near-part.tsx'
import { RichText } from '#ui/rich-text/rich-text.tsx'
import styles from './contact-page.module.css'
import { FeedbackForm } from './feedback-form.tsx'

const TITLE = '联系我们'
const PATH = STANDING_PAGES[TITLE]
const CRUMB = [{ text: '关于我们', to: '/about' }, { text: TITLE }]
const HEAD = { title: TITLE, crumb: CRUMB, drawing: 'hex-prism', stone: 'emerald' } as const

/* Contains only text, whose links work before its code is loaded. */
const ContactList = nearPart(async () => (await import('./contact-list.tsx')).ContactList)

export const loader = defineLoader(async ({ api, request }) => {
  const [text, info, licence] = await Promise.all([
    loadStandingPage(api, TITLE),
    optional(api.call('GET /v1/webSiteInfo', { quiet: true }), null, request),
    optional(api.call('GET /v1/site/licence', { quiet: true }), null, request),
  ])
  return { text, facts: info && readContactFacts(info, licence?.creditCode), answerDays: info?.answerDays ?? null }
})

export const meta: MetaOf<typeof loader> = ({ text }) => buildStandingMeta(TITLE, text, CRUMB)

export function Component() {
  const { text, facts, answerDays } = useLoaderData<typeof loader>()
  const read = text && readContactText(text.content)
  return (
    <StandingFrame head={{ ...HEAD, title: text?.title ?? TITLE }} lead={text?.summary}>
      <div className={styles.top}>
        <ContactList facts={facts} answerDays={answerDays} hasOrders={text?.paths.includes('/orders/new') === true} />
        <FeedbackForm className={styles.form} answerDays={answerDays} />
        {read?.matters && <RichText html={read.matters} className={styles.matters} />}
      </div>
      {read && (
        <div className={styles.text}>
          <StandingColumns group={ORGANISATION_PAGES} current={PATH} shown={text?.paths ?? []} contents={read.sections}>
            <RichText html={read.rest} />
          </StandingColumns>
        </div>
      )}
    </StandingFrame>
  )
}

/** Finds the section by its heading, so that an operator may reorder the sections. */
const MATTERS_TITLE = /事由/

/** `matters`: the section about contacts for each subject, shown beside the form; `null` when the text has none. */
function readContactText(html: SafeHtml) {
  const { lead, sections } = splitAtHeadings(html, 'h2')
  const matters = sections.find(({ title }) => MATTERS_TITLE.test(title))
  const others = sections.filter((section) => section !== matters)
  return {
    matters: matters?.html ?? null,
    rest: asSafeHtml([lead, ...others.map((section) => section.html)].join('\n')),
    sections: others,
  }
}
