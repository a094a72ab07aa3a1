import { STANDING_PAGES, type StandingPageTitle } from '@portal/contract/constants.ts'
import { useLoaderData, useLocation } from 'react-router-dom'
import type { StandingHead } from '#domain/standing-pages/standing-frame.tsx'
import { ORGANISATION_PAGES } from '#domain/standing-pages/standing-groups.ts'
import { buildStandingMeta, loadRequiredStandingPage } from '#domain/standing-pages/standing-page.ts'
import { StandingProse } from '#domain/standing-pages/standing-prose.tsx'
import { defineLoader, notFound } from '#lib/api/define-loader.ts'
import { asSafeHtml } from '#lib/html/safe-html.ts'
import type { MetaOf } from '#lib/meta.ts'

/** A page with one text of upstream, found by the title of its path. */
function createProsePage(title: StandingPageTitle, head: Omit<StandingHead, 'title' | 'crumb'>) {
  const path = STANDING_PAGES[title]
  const crumb = path === '/about' ? [{ text: title }] : [{ text: '关于我们', to: '/about' }, { text: title }]
  const loader = defineLoader(({ api }) => loadRequiredStandingPage(api, title))
  const meta: MetaOf<typeof loader> = (text) => buildStandingMeta(title, text, crumb)
  function Component() {
    const text = useLoaderData<typeof loader>()
    return (
      <StandingProse
        head={{ title: text.title, crumb, ...head }}
        text={text}
        group={ORGANISATION_PAGES}
        current={path}
      />
    )
  }
  return { Component, loader, meta }
}

/** A page that staff have added under `/p/`. */
export const ownPage = createOwnPage()

function createOwnPage() {
  const loader = defineLoader(async ({ api, params }) => {
    const page = await api.call('GET /v1/page/info', { query: { slug: params.slug ?? '' } })
    if (!page) throw notFound('此页未见记录')
    return { title: page.title, summary: page.summary ?? '', content: asSafeHtml(page.content), paths: [] }
  })
  const meta: MetaOf<typeof loader> = ({ title, summary }) => ({
    title,
    ...(summary && { description: summary }),
    crumb: [{ text: title }],
  })
  function Component() {
    const text = useLoaderData<typeof loader>()
    const { pathname } = useLocation()
    const head = { title: text.title, crumb: [{ text: text.title }], drawing: 'emerald-cut', stone: 'emerald' } as const
    return <StandingProse head={head} text={text} current={pathname} />
  }
  return { Component, loader, meta }
}

export const aboutPage = createProsePage('关于我们', { drawing: 'brilliant-face', stone: 'zircon' })
export const organisationPage = createProsePage('机构介绍', { drawing: 'emerald-cut', stone: 'emerald' })
export const statementPage = createProsePage('公正性声明', { drawing: 'bi-disc', stone: 'jadeite' })
export const privacyPage = createProsePage('隐私与 Cookie 说明', { drawing: 'sphere', stone: 'peridot' })
