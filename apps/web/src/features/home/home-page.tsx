import { CATEGORY } from '@portal/contract/constants.ts'
import { useLoaderData } from 'react-router-dom'
import { toArticleSummary } from '#domain/articles/article-summary.ts'
import { defineLoader, optional } from '#lib/api/define-loader.ts'
import { deferredPart } from '#lib/deferred-part.ts'
import type { MetaOf } from '#lib/meta.ts'
import { Hero } from './hero.tsx'
import { Newsroom } from './newsroom.tsx'
import { Services } from './services.tsx'

/** Number of rows in each section; more gems are requested than shown, to choose from. */
const NEWS_SIZE = 4
const RESEARCH_SIZE = 6
const GEM_CHOICE_SIZE = 30
const TRAY_SIZE = 6
const GOODS_SIZE = 4

/** A list that fails is `null`; the other sections are not affected. */
export const loader = defineLoader(async ({ api, request }) => {
  const loadRows = (categoryId: number, pageSize: number) => {
    const answer = api.call('GET /v1/article/', { query: { categoryId, pageNo: 1, pageSize }, quiet: true })
    return optional(
      answer.then(({ records }) => records.map(toArticleSummary)),
      null,
      request,
    )
  }
  const [news, research, gems, goods] = await Promise.all([
    loadRows(CATEGORY.news, NEWS_SIZE),
    loadRows(CATEGORY.research, RESEARCH_SIZE),
    loadRows(CATEGORY.gem, GEM_CHOICE_SIZE),
    loadRows(CATEGORY.merchandise, GOODS_SIZE),
  ])
  return { news, research, gems: gems && chooseForTray(gems, TRAY_SIZE), goods }
})

export const meta: MetaOf<typeof loader> = () => ({ canonical: '/' })

const HomeRest = deferredPart(async () => (await import('./home-rest.tsx')).HomeRest)

export function Component() {
  const { news, research, gems, goods } = useLoaderData<typeof loader>()
  return (
    <>
      <Hero />
      <Services />
      <Newsroom news={news} research={research} />
      <HomeRest gems={gems} goods={goods} />
    </>
  )
}

/** The most requested gems, one for each kind of drawing. */
const PREFERRED = ['钻石', '红宝石', '祖母绿', '翡翠', '绿松石', '和田玉']

/** Chooses the preferred gems in order, and adds the first of the others. */
export function chooseForTray<T extends { title: string }>(gems: readonly T[], size: number): T[] {
  const preferred = PREFERRED.map((name) => gems.find(({ title }) => title === name)).filter((gem) => gem !== undefined)
  const others = gems.filter((gem) => !preferred.includes(gem))
  return [...preferred, ...others].slice(0, size)
}
