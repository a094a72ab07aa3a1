import { STANDING_PAGES } from '@portal/contract/constants.ts'
import { useLoaderData } from 'react-router-dom'
import { FaqEntry } from '#domain/standing-pages/faq-entry.tsx'
import { StandingColumns } from '#domain/standing-pages/standing-columns.tsx'
import { StandingFrame } from '#domain/standing-pages/standing-frame.tsx'
import { ORGANISATION_PAGES } from '#domain/standing-pages/standing-groups.ts'
import { buildStandingMeta, loadRequiredStandingPage } from '#domain/standing-pages/standing-page.ts'
import { defineLoader } from '#lib/api/define-loader.ts'
import { blockText, joinBlocks, parseBlocks } from '#lib/html/html-blocks.ts'
import { splitAtHeadings } from '#lib/html/html-sections.ts'
import type { SafeHtml } from '#lib/html/safe-html.ts'
import type { MetaOf } from '#lib/meta.ts'
import { useOpenedByHash } from '#lib/use-opened-by-hash.ts'
import { ButtonLink } from '#ui/forms/button.tsx'
import { RichText } from '#ui/rich-text/rich-text.tsx'
import styles from './join-page.module.css'

const TITLE = '加入我们'
const PATH = STANDING_PAGES[TITLE]
const CRUMB = [{ text: '关于我们', to: '/about' }, { text: TITLE }]
const HEAD = { title: TITLE, crumb: CRUMB, drawing: 'quartz', stone: 'almandine' } as const

export const loader = defineLoader(({ api }) => loadRequiredStandingPage(api, TITLE))

export const meta: MetaOf<typeof loader> = (text) => buildStandingMeta(TITLE, text, CRUMB)

export function Component() {
  const text = useLoaderData<typeof loader>()
  useOpenedByHash()
  return (
    <StandingFrame head={{ ...HEAD, title: text.title }} lead={text.summary}>
      {text && (
        <StandingColumns group={ORGANISATION_PAGES} current={PATH} shown={text.paths}>
          <JoinText {...readVacancies(text.content)} />
        </StandingColumns>
      )}
    </StandingFrame>
  )
}

function JoinText({ intro, applying, vacancies }: ReturnType<typeof readVacancies>) {
  return (
    <>
      <RichText html={intro} />
      {vacancies.length > 0 && (
        <section className={styles.section} aria-labelledby="vacancies">
          <h2 className={styles.title} id="vacancies">
            招聘岗位
            <span className={styles.count}>{vacancies.length} 个</span>
          </h2>
          {vacancies.map(({ id, title, body }, index) => (
            <FaqEntry id={id} title={title} answer={body} isOpen={index === 0} key={id} />
          ))}
        </section>
      )}
      {applying && (
        <section className={styles.section} aria-labelledby="applying">
          <h2 className={styles.title} id="applying">
            {applying.title}
          </h2>
          <RichText html={applying.body} />
          <p className={styles.way}>
            <ButtonLink to="/contact-us">前往联系我们</ButtonLink>
          </p>
        </section>
      )}
    </>
  )
}

const HEADING_LINE = /^.{2,12}[：:]$/

/**
 * Parses the text: each heading is a vacancy; text before the first heading applies to all vacancies. `applying`: the
 * line `应聘办法：` and the text after it, if present.
 */
function readVacancies(html: SafeHtml) {
  const { lead, sections } = splitAtHeadings(html, 'h2')
  const blocks = parseBlocks(lead)
  const at = blocks.findIndex((block) => block.tag === 'p' && HEADING_LINE.test(blockText(block)))
  const heading = blocks[at]
  if (!heading) return { intro: lead, applying: null, vacancies: sections }
  return {
    intro: joinBlocks(blocks.slice(0, at)),
    applying: { title: blockText(heading).slice(0, -1), body: joinBlocks(blocks.slice(at + 1)) },
    vacancies: sections,
  }
}
