import { STANDING_PAGES, type StandingPageTitle } from '@portal/contract/constants.ts'
import { useLoaderData } from 'react-router-dom'
import type { StandingHead } from '#domain/standing-pages/standing-frame.tsx'
import { ORGANISATION_PAGES } from '#domain/standing-pages/standing-groups.ts'
import { buildStandingMeta, loadRequiredStandingPage } from '#domain/standing-pages/standing-page.ts'
import { StandingProse } from '#domain/standing-pages/standing-prose.tsx'
import { defineLoader } from '#lib/api/define-loader.ts'
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

export const aboutPage = createProsePage('关于我们', { drawing: 'brilliant-face', stone: 'zircon' })
export const organisationPage = createProsePage('机构介绍', { drawing: 'emerald-cut', stone: 'emerald' })
export const statementPage = createProsePage('公正性声明', { drawing: 'bi-disc', stone: 'jadeite' })
export const privacyPage = createProsePage('隐私与 Cookie 说明', { drawing: 'sphere', stone: 'peridot' })
