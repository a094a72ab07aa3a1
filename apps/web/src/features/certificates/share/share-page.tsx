import { SHARE_SECRET_PATTERN } from '@portal/contract/certificates/keeping-rules.ts'
import { CODE } from '@portal/contract/errors.ts'
import { useEffect, useRef } from 'react'
import { useLoaderData } from 'react-router-dom'
import { ApiError } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { defineLoader, notFound } from '#lib/api/define-loader.ts'
import { deferredPart } from '#lib/deferred-part.ts'
import type { MetaOf } from '#lib/meta.ts'
import { Container } from '#ui/container.tsx'
import { Crumb } from '#ui/crumb.tsx'
import { loadLaboratory } from '../laboratory.ts'
import { EndedShare } from './ended-share.tsx'
import styles from './share-page.module.css'

const TITLE = '分享的查询结果'
const MISSING = '没有这个分享。链接可能不完整，或早已结束。'

/* The certificate and its QR code are loaded after the words around them. */
const ShownShare = deferredPart(async () => (await import('./shown-share.tsx')).ShownShare)

/** The secret travels in a body, and the page is rendered for each request. */
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

/** Without anything of the certificate: messengers show it to everybody in a chat. */
export const meta: MetaOf<typeof loader> = () => ({ title: TITLE, canonical: '/certificate-check', isHidden: true })

export function Component() {
  const { secret, share, receipt, laboratory, openedAtMs } = useLoaderData<typeof loader>()
  const isShown = share.state === 'shown'
  useCountedOpening(isShown ? secret : null)
  return (
    <Container className={styles.root}>
      <header className={styles.head}>
        <Crumb steps={[{ text: '证书查询', to: '/certificate-check' }, { text: TITLE }]} />
        <h1 className={styles.title}>{isShown ? TITLE : '此分享已结束'}</h1>
        <p className={styles.lead}>
          {isShown ? '持证人凭编号与核对码查得，经本中心盖章后分享。本页不含核对码。' : LEADS[share.state]}
        </p>
      </header>
      {share.answer?.certificate ? (
        <ShownShare {...{ share, secret, receipt, laboratory, openedAtMs }} certificate={share.answer.certificate} />
      ) : (
        <EndedShare share={share} />
      )}
    </Container>
  )
}

const LEADS = {
  shown: '',
  expired: '分享的链接到期后不再显示证书内容。',
  revoked: '持证人收回了分享。',
  reissued: '证书有了变动，分享随之结束。',
  withdrawn: '证书有了变动，分享随之结束。',
} as const

/** Counts the opening once, by script: previews of messengers do not count. */
function useCountedOpening(secret: string | null) {
  const api = useApi()
  const counted = useRef<string | null>(null)
  useEffect(() => {
    if (secret === null || counted.current === secret) return
    counted.current = secret
    api.call('POST /v1/certificate/share/opened', { body: { secret }, quiet: true }).catch(() => undefined)
  }, [api, secret])
}
