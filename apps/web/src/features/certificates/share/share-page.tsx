import { SHARE_SECRET_PATTERN } from '@portal/contract/certificates/saved-certificate-rules.ts'
import { CODE } from '@portal/contract/errors.ts'
import { type ComponentType, useEffect, useRef } from 'react'
import { useLoaderData } from 'react-router-dom'
import { ApiError } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { defineLoader, notFound } from '#lib/api/define-loader.ts'
import { Container } from '#ui/container.tsx'
import { Crumb } from '#ui/crumb.tsx'
import link from '#ui/text-link.module.css'
import { loadLaboratory } from '../laboratory.ts'
import { deferWithTexts, type LookupTexts, useTexts } from '../texts/texts.tsx'
import { EndedShare } from './ended-share.tsx'
import styles from './share-page.module.css'
import type { ShownShareProps } from './shown-share.tsx'

const MISSING = '没有这个分享。链接可能不完整，或早已结束。'

/** The secret is sent in a body, and the page is rendered for each request. */
export const loader = defineLoader(async ({ api, params, request }) => {
  const secret = params.secret ?? ''
  if (!new RegExp(SHARE_SECRET_PATTERN).test(secret)) throw notFound(MISSING)
  const reading = api.callWhole('POST /v1/certificate/share/read', { body: { secret }, quiet: true })
  const [{ data: share, extra }, laboratory] = await Promise.all([
    reading.catch((reason: unknown) => {
      if (reason instanceof ApiError && reason.code === CODE.rule) throw notFound(MISSING)
      throw reason
    }),
    loadLaboratory(api, request),
  ])
  return { secret, share, receipt: extra.receipt ?? null, laboratory, openedAtMs: Date.now() }
})

/**
 * The page of a share. The certificate and its QR code are loaded after the text around them.
 * @param loadTexts loads the texts of the certificate
 */
export function createSharePage(loadTexts: () => Promise<Partial<LookupTexts>>) {
  const Shown = deferWithTexts(async () => (await import('./shown-share.tsx')).ShownShare, loadTexts)
  return function Component() {
    return <SharePage Shown={Shown} />
  }
}

/** A share; uses the data of `loader`. */
function SharePage({ Shown }: { Shown: ComponentType<ShownShareProps> }) {
  const { secret, share, receipt, laboratory, openedAtMs } = useLoaderData<typeof loader>()
  const texts = useTexts('sharePage')
  const { title, other, leads } = texts
  const isShown = share.state === 'shown'
  useCountedOpening(isShown ? secret : null)
  return (
    <Container className={styles.root}>
      <header className={styles.head}>
        <Crumb steps={[{ text: texts.crumbLookup, to: texts.lookupPath }, { text: title }]} words={texts.crumbWords} />
        <h1 className={styles.title}>{isShown ? title : texts.endedTitle}</h1>
        <p className={styles.lead}>
          {leads[share.state]}{' '}
          <a className={link.root} href={other.path + secret} lang={other.language} hrefLang={other.language}>
            {other.name}
          </a>
        </p>
      </header>
      {share.answer?.certificate ? (
        <Shown {...{ share, secret, receipt, laboratory, openedAtMs }} certificate={share.answer.certificate} />
      ) : (
        <EndedShare share={share} />
      )}
    </Container>
  )
}

/** Counts the opening once. It needs scripts, so previews of messengers do not count. */
function useCountedOpening(secret: string | null) {
  const api = useApi()
  const counted = useRef<string | null>(null)
  useEffect(() => {
    if (secret === null || counted.current === secret) return
    counted.current = secret
    api.call('POST /v1/certificate/share/opened', { body: { secret }, quiet: true }).catch(() => undefined)
  }, [api, secret])
}
