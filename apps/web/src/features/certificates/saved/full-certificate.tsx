import type { Certificate, CertificateAnswer } from '@portal/contract/certificates/certificates.ts'
import { useEffect, useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { Button } from '#ui/forms/button.tsx'
import shared from '#ui/shared.module.css'
import { CertificateCard } from '../card/certificate-card.tsx'
import { CertificateSeal } from '../card/certificate-ornaments.tsx'
import { CertificateReceipt, toReceiptAddress } from '../card/certificate-receipt.tsx'
import { type Laboratory, loadLaboratory } from '../laboratory.ts'
import { useTexts } from '../texts/texts.tsx'

const RECEIPT_PATH = '/certificate-check/receipt'

interface Whole {
  answer: CertificateAnswer
  certificate: Certificate
  receipt: string | null
  laboratory: Laboratory
}

/** The certificate in the form that a lookup shows now, signed. */
export function FullCertificate({ certificateNo }: { certificateNo: string }) {
  const api = useApi()
  const [whole, setWhole] = useState<Whole | 'loading' | 'failed'>('loading')
  const [tries, setTries] = useState(0)
  const { receipt: words } = useTexts('card')
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new try loads again
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const bound = api.bindTo(signal)
    setWhole('loading')
    Promise.all([
      bound.callWhole('GET /v1/certificate/saved/{certificateNo}', { params: { certificateNo } }),
      loadLaboratory(bound, { signal }),
    ]).then(
      ([{ data: answer, extra }, laboratory]) => {
        const { certificate } = answer
        setWhole(certificate ? { answer, certificate, receipt: extra.receipt ?? null, laboratory } : 'failed')
      },
      () => {
        if (!signal.aborted) setWhole('failed')
      },
    )
    return () => controller.abort()
  }, [api, certificateNo, tries])
  if (whole === 'loading') return <p className={shared.waiting}>loading...</p>
  if (whole === 'failed') {
    return (
      <p role="alert">
        证书暂时没有取到{' '}
        <Button variant="outline" onClick={() => setTries(tries + 1)}>
          重新加载
        </Button>
      </p>
    )
  }
  const { answer, certificate, receipt, laboratory } = whole
  const { state, changedOn = '' } = answer
  const states = { reissued: '已换发', withdrawn: '已撤销' }
  const voidText = state === 'reissued' || state === 'withdrawn' ? `${states[state]} ${changedOn}`.trim() : undefined
  return (
    <CertificateCard certificate={certificate} organisation={laboratory} void={voidText}>
      {state === 'valid' ? <CertificateSeal name={laboratory.name} url={laboratory.sealUrl} /> : <span />}
      {receipt && (
        <CertificateReceipt
          address={toReceiptAddress(laboratory.officialOrigin, receipt, RECEIPT_PATH)}
          words={words}
        />
      )}
    </CertificateCard>
  )
}
