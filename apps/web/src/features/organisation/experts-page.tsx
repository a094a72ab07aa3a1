import { STANDING_PAGES } from '@portal/contract/constants.ts'
import { useLoaderData } from 'react-router-dom'
import { StandingFrame } from '#domain/standing-pages/standing-frame.tsx'
import { loadStandingPage } from '#domain/standing-pages/standing-page.ts'
import { defineLoader } from '#lib/api/define-loader.ts'
import { breadcrumbLd } from '#lib/json-ld.ts'
import type { MetaOf } from '#lib/meta.ts'
import { RichText } from '#ui/rich-text/rich-text.tsx'
import styles from './expert-card.module.css'
import { ExpertCard } from './expert-card.tsx'
import { readExperts } from './experts.ts'

const TITLE = '专家介绍'
const CRUMB = [{ text: '关于我们', to: '/about' }, { text: TITLE }]
const LOOK = { title: TITLE, crumb: CRUMB, drawing: 'octahedron', stone: 'diamond' } as const

export const expertsLoader = defineLoader(({ api }) => loadStandingPage(api, TITLE))

export const expertsMeta: MetaOf<typeof expertsLoader> = (text) => ({
  title: TITLE,
  canonical: STANDING_PAGES[TITLE],
  ...(text?.summary && { description: text.summary }),
  jsonLd: breadcrumbLd(CRUMB),
})

export function ExpertsPage() {
  const text = useLoaderData<typeof expertsLoader>()
  const { lead, experts } = text ? readExperts(text.content) : { lead: null, experts: [] }
  return (
    <StandingFrame look={LOOK} lead={text?.summary ?? ''}>
      {text && (
        <>
          {lead && <RichText html={lead} className={styles.lead} />}
          {experts.length > 0 && (
            <ul className={styles.register}>
              {experts.map((expert) => (
                <ExpertCard expert={expert} key={expert.id} />
              ))}
            </ul>
          )}
        </>
      )}
    </StandingFrame>
  )
}
