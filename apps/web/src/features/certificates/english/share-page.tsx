import { CODE } from '@portal/contract/errors.ts'
import { isRouteErrorResponse, useRouteError } from 'react-router-dom'
import { deferredPart } from '#lib/deferred-part.ts'
import { Container } from '#ui/container.tsx'
import shared from '#ui/shared.module.css'
import { TextLink } from '#ui/text-link.tsx'
import { EnglishFailure } from '../pages/en/english-failure.tsx'
import type * as Chinese from '../share/share-page.tsx'
import { englishSharePage } from './english-share-page.tsx'

const Shown = deferredPart(async () => (await import('./english-shown-share.tsx')).EnglishShownShare)

/** The page of a share in English, built from the Chinese page like `certificate-page.tsx`. */
export function createEnglishPage({ SharePageLanguage, SharePage, loader }: typeof Chinese) {
  function Component() {
    return (
      <SharePageLanguage value={englishSharePage}>
        <SharePage Shown={Shown} />
      </SharePageLanguage>
    )
  }
  const { title, lookupPath: canonical } = englishSharePage
  return { Component, loader, meta: () => ({ title, canonical, isHidden: true }), ErrorBoundary: ShareFailure }
}

function ShareFailure() {
  const error = useRouteError()
  if (!isRouteErrorResponse(error) || error.status !== CODE.noSuchCall) return <EnglishFailure />
  return (
    <Container className={shared.stack3}>
      <h1>There is no such link</h1>
      <p>The link may be incomplete, or it ended long ago.</p>
      <p>
        <TextLink to={englishSharePage.lookupPath}>{englishSharePage.lookUp}</TextLink>
      </p>
    </Container>
  )
}
