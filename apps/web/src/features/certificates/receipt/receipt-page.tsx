import { RECEIPT_KEYS_PATH } from '@portal/contract/certificates/certificate-receipt.ts'
import { Fragment } from 'react'
import { useActionData, useLoaderData } from 'react-router-dom'
import { LookupBox } from '#domain/certificates/lookup-box.tsx'
import { defineLoader } from '#lib/api/define-loader.ts'
import { deferredPart } from '#lib/parts/deferred-part.ts'
import { ButtonLink } from '#ui/forms/button.tsx'
import { PageFrame } from '#ui/page-head.tsx'
import { useTexts } from '../texts/texts.tsx'
import { ReceiptForm } from './receipt-form.tsx'
import styles from './receipt-page.module.css'
import { loadVerdict, type ReceiptCheck, useReceiptCheck } from './use-receipt-check.ts'

/** No visitor sees a verdict before the first check, which waits for this code. */
const ReceiptVerdict = deferredPart(async () => (await loadVerdict()).ReceiptVerdict)

/** The three parts of a compact JWS (RFC 7515, 7.1). */
const COMPACT = /^[\w-]+\.[\w-]+\.[\w-]+$/

export const loader = defineLoader(async ({ api }) => api.callBff('GET /bff/certificates'))

/** The page that checks receipts; uses the data of `loader`. */
export function ReceiptPage() {
  const { keys, officialOrigin } = useLoaderData<typeof loader>()
  const sent = useActionData<ReceiptCheck>()
  const texts = useTexts('receipt')
  const receipt = useReceiptCheck(keys, sent)
  const { typed, verdict } = receipt
  return (
    <PageFrame
      crumb={texts.crumb}
      words={texts.crumbWords}
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
  const { own: texts } = useTexts('receipt')
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
