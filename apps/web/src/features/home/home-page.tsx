import { CATEGORY, PAGE_SIZE_MAX } from '@portal/contract/constants.ts'
import { NEUTRAL_TEXTS } from '@portal/contract/site/home-sections.ts'
import type { HomeContent } from '@portal/contract/site/site.ts'
import { useLoaderData } from 'react-router-dom'
import { toArticleSummary } from '#domain/articles/article-summary.ts'
import { defineLoader, optional } from '#lib/api/define-loader.ts'
import type { MetaOf } from '#lib/meta.ts'
import { nearPart } from '#lib/parts/near-part.tsx'
import { Hero } from './hero.tsx'
import { Newsroom } from './newsroom.tsx'
import { Services } from './services.tsx'

/** Number of rows in each section; all gems are requested, to choose from. */
const NEWS_SIZE = 4
const RESEARCH_SIZE = 6
const TRAY_SIZE = 6
const GOODS_SIZE = 4

/** Front page of an upstream that has no texts for it. */
const NEUTRAL: HomeContent = {
  title: [NEUTRAL_TEXTS.homeTitle, NEUTRAL_TEXTS.homeTitleEnd],
  lead: NEUTRAL_TEXTS.homeLead,
  sections: ['newsroom', 'gems', 'goods'],
  servicesLead: '',
  steps: [],
  services: [],
  gems: [],
  impartialityTitle: null,
  impartialityText: null,
  standards: [],
  paragraphTitle: null,
  paragraph: null,
}

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
  const [home, news, research, gems, goods] = await Promise.all([
    optional(
      api.call('GET /v1/site/home', { quiet: true }).then((texts) => ({ ...NEUTRAL, ...texts })),
      NEUTRAL,
      request,
    ),
    loadRows(CATEGORY.news, NEWS_SIZE),
    loadRows(CATEGORY.research, RESEARCH_SIZE),
    loadRows(CATEGORY.gem, PAGE_SIZE_MAX),
    loadRows(CATEGORY.merchandise, GOODS_SIZE),
  ])
  return { home, news, research, gems: gems && chooseForTray(gems, home.gems), goods }
})

export const meta: MetaOf<typeof loader> = () => ({ canonical: '/' })

const HomeRest = nearPart(async () => (await import('./home-rest.tsx')).HomeRest)

export function Component() {
  const { home, news, research, gems, goods } = useLoaderData<typeof loader>()
  return (
    <>
      <Hero title={home.title} lead={home.lead} />
      {home.sections.map((section) => {
        if (section === 'services') return <Services key={section} home={home} />
        if (section === 'newsroom') return <Newsroom key={section} news={news} research={research} />
        return <HomeRest key={section} section={section} home={home} gems={gems} goods={goods} />
      })}
    </>
  )
}

/** The most requested gems, one for each kind of drawing. */
const PREFERRED = ['钻石', '红宝石', '祖母绿', '翡翠', '绿松石', '和田玉']

/** Finds the gems that the site has chosen. Without a choice it takes the preferred ones and the first of the others. */
export function chooseForTray<T extends { title: string }>(gems: readonly T[], chosen: readonly string[]): T[] {
  const names = chosen.length > 0 ? chosen : PREFERRED
  const named = names.map((name) => gems.find(({ title }) => title === name)).filter((gem) => gem !== undefined)
  const others = chosen.length > 0 ? [] : gems.filter((gem) => !named.includes(gem))
  return [...named, ...others].slice(0, chosen.length || TRAY_SIZE)
}
