import { RECEIPT_KEYS_PATH } from '@portal/contract/certificates/certificate-receipt.ts'
import { Fragment, useEffect, useRef } from 'react'
import { useActionData, useLoaderData } from 'react-router-dom'
import { LookupBox } from '#domain/certificates/lookup-box.tsx'
import { defineLoader } from '#lib/api/define-loader.ts'
import type { MetaOf } from '#lib/meta.ts'
import type { CrumbStep, CrumbWords } from '#ui/crumb.tsx'
import { ButtonLink } from '#ui/forms/button.tsx'
import { PageFrame } from '#ui/page-head.tsx'
import { chineseReceipt } from '../language/chinese-receipt.tsx'
import { useReceiptTexts } from '../language/receipt-texts.ts'
import { ReceiptForm } from './receipt-form.tsx'
import styles from './receipt-page.module.css'
import { ReceiptVerdict } from './receipt-verdict.tsx'
import { type ReceiptCheck, useReceiptCheck } from './use-receipt-check.ts'

const { title, lead: description } = chineseReceipt
const CRUMB = [{ text: '检测业务' }, { text: '证书查询', to: '/certificate-check' }, { text: title }]

/** The three parts of a compact JWS (RFC 7515, 7.1). */
const COMPACT = /^[\w-]+\.[\w-]+\.[\w-]+$/

export { ReceiptLanguage } from '../language/receipt-texts.ts'
export { receiptAction as action } from './use-receipt-check.ts'

export const loader = defineLoader(async ({ api }) => api.callBff('GET /bff/certificates'))

export const meta: MetaOf<typeof loader> = () => ({
  title,
  description,
  crumb: CRUMB,
})

export function Component() {
  return <ReceiptPage crumb={CRUMB} />
}

interface ReceiptPageProps {
  crumb: readonly CrumbStep[]
  words?: CrumbWords
}

/** The page that checks receipts in the language of the context `ReceiptLanguage`; uses the data of `loader`. */
export function ReceiptPage({ crumb, words }: ReceiptPageProps) {
  const { keys, officialOrigin } = useLoaderData<typeof loader>()
  const sent = useActionData<ReceiptCheck>()
  const texts = useReceiptTexts()
  const receipt = useReceiptCheck(keys, sent)
  const { typed, verdict } = receipt
  const titleRef = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (verdict && verdict.kind !== 'empty') titleRef.current?.focus()
  }, [verdict])
  return (
    <PageFrame
      crumb={crumb}
      words={words}
      title={texts.title}
      lead={texts.lead}
      stone="emerald"
      drawing="certificate-folder"
      className={styles.root}
    >
      <div className={styles.main}>
        <div className={styles.result} aria-live="polite">
          {verdict && verdict.kind !== 'empty' && (
            <ReceiptVerdict
              verdict={verdict}
              officialOrigin={officialOrigin}
              receipt={COMPACT.test(typed.trim()) ? typed.trim() : null}
              titleRef={titleRef}
            />
          )}
        </div>
        <ReceiptForm {...receipt} />
        <OwnCheck origin={officialOrigin} />
      </div>
      <aside className={styles.aside}>
        {texts.lookup ? <ButtonLink to={texts.lookupPath}>{texts.lookup}</ButtonLink> : <LookupBox />}
        <section className={styles.box}>
          {[texts.proves, texts.provesNot].map(({ title: heading, items }) => (
            <Fragment key={heading}>
              <h2 className={styles.boxTitle}>{heading}</h2>
              <ul className={styles.list}>
                {items.map((item) => (
                  <li key={item}>{item}</li>
                ))}
              </ul>
            </Fragment>
          ))}
        </section>
      </aside>
    </PageFrame>
  )
}

/** Explains how to verify a receipt independently. */
function OwnCheck({ origin }: { origin: string }) {
  const { own: texts } = useReceiptTexts()
  return (
    <section className={styles.own} aria-labelledby="own-check">
      <h2 className={styles.title} id="own-check">
        {texts.title}
      </h2>
      <p>{texts.text}</p>
      <p>
        <a className={styles.address} href={RECEIPT_KEYS_PATH}>
          {origin}
          {RECEIPT_KEYS_PATH}
        </a>
      </p>
      <ol className={styles.list}>
        {texts.steps.map((step, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a place is what it is
          <li key={place}>{step}</li>
        ))}
      </ol>
    </section>
  )
}
