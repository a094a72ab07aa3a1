import { STANDING_PAGES } from '@portal/contract/constants.ts'
import { useLoaderData } from 'react-router-dom'
import { SERVICE_PAGES } from '#domain/standing-pages/standing-groups.ts'
import { buildStandingMeta, loadRequiredStandingPage } from '#domain/standing-pages/standing-page.ts'
import { StandingProse } from '#domain/standing-pages/standing-prose.tsx'
import { defineLoader, notFound } from '#lib/api/define-loader.ts'
import type { MetaOf } from '#lib/meta.ts'

const TITLE = '费用相关'
const PATH = STANDING_PAGES[TITLE]
const CRUMB = [{ text: '检测业务', to: '/rangeDetail' }, { text: TITLE }]
const HEAD = { title: TITLE, crumb: CRUMB, drawing: 'bangle', tone: 'plain', stone: 'diamond' } as const

/** Accepts any number, for which `/notice/{id}` shows the fees; for other words the page is not found. */
const FEES_ID = /^(\d{1,19}|fees)$/

export const loader = defineLoader(async ({ api, params }) => {
  if (!FEES_ID.test(params.id ?? '')) throw notFound('此页未见记录')
  return loadRequiredStandingPage(api, TITLE)
})

export const meta: MetaOf<typeof loader> = (text) => buildStandingMeta(TITLE, text, CRUMB)

export function Component() {
  const text = useLoaderData<typeof loader>()
  return <StandingProse head={{ ...HEAD, title: text.title }} text={text} group={SERVICE_PAGES} current={PATH} />
}
