import { STANDING_PAGES } from '@portal/contract/constants.ts'
import { useLoaderData } from 'react-router-dom'
import { type ContactFact, readContactFacts } from '#domain/standing-pages/contact-facts.ts'
import { StandingColumns } from '#domain/standing-pages/standing-columns.tsx'
import { StandingFrame } from '#domain/standing-pages/standing-frame.tsx'
import { ORGANISATION_PAGES } from '#domain/standing-pages/standing-groups.ts'
import { loadStandingPage, standingMeta } from '#domain/standing-pages/standing-page.ts'
import { defineLoader, optional } from '#lib/api/define-loader.ts'
import { splitAtHeadings } from '#lib/html/html-sections.ts'
import { asSafeHtml, type SafeHtml } from '#lib/html/safe-html.ts'
import type { MetaOf } from '#lib/meta.ts'
import { FactList } from '#ui/lists/fact-list.tsx'
import { RichText } from '#ui/rich-text/rich-text.tsx'
import { TextLink } from '#ui/text-link.tsx'
import styles from './contact-page.module.css'
import { FeedbackForm } from './feedback-form.tsx'

const TITLE = '联系我们'
const PATH = STANDING_PAGES[TITLE]
const CRUMB = [{ text: '关于我们', to: '/about' }, { text: TITLE }]
const HEAD = { title: TITLE, crumb: CRUMB, drawing: 'hex-prism', stone: 'emerald' } as const
const LEAD = '送样前请先预约，便于安排收样时间。'

export const loader = defineLoader(async ({ api, request }) => {
  const [text, info, licence] = await Promise.all([
    loadStandingPage(api, TITLE),
    optional(api.call('GET /v1/webSiteInfo', { quiet: true }), null, request),
    optional(api.call('GET /v1/site/licence', { quiet: true }), null, request),
  ])
  return { text, facts: info && readContactFacts(info, licence?.creditCode) }
})

export const meta: MetaOf<typeof loader> = ({ text }) => ({
  ...standingMeta(TITLE, text, CRUMB),
  description: text?.summary || LEAD,
})

export function Component() {
  const { text, facts } = useLoaderData<typeof loader>()
  const read = text && readContactText(text.content)
  return (
    <StandingFrame head={{ ...HEAD, title: text?.title ?? TITLE }} lead={LEAD}>
      <div className={styles.top}>
        <Facts facts={facts} />
        <FeedbackForm className={styles.form} />
        {read?.matters && <RichText html={read.matters} className={styles.matters} />}
      </div>
      {read && (
        <div className={styles.text}>
          <StandingColumns group={ORGANISATION_PAGES} current={PATH} contents={read.sections}>
            <RichText html={read.rest} />
          </StandingColumns>
        </div>
      )}
    </StandingFrame>
  )
}

function Facts({ facts }: { facts: ContactFact[] | null }) {
  if (!facts) return <p className={styles.note}>暂时无法加载，请稍后重试</p>
  const hasVoice = facts.some(({ name }) => name === '电话' || name === '邮箱')
  return (
    <section aria-label="联系方式">
      <FactList
        facts={facts.map(({ name, value, href }) => ({
          name,
          value: href ? (
            <TextLink to={href} className={styles.number}>
              {value}
            </TextLink>
          ) : (
            value
          ),
        }))}
      />
      <p className={styles.note}>
        {hasVoice
          ? '留言与来电在 2 个工作日内答复。'
          : '电话与邮箱尚未公布，可在本页留言，工作人员在 2 个工作日内答复。'}
        核对证书无需联系，可直接<TextLink to="/certificate-check">查询编号</TextLink>。
      </p>
    </section>
  )
}

/** Found by its heading, so that an operator may reorder the sections. */
const MATTERS_TITLE = /事由/

/** `matters`: the section on whom to contact, shown beside the form; `null` when the text has none. */
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
