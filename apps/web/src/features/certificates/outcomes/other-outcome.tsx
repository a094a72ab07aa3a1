import { CERTIFICATE_CATEGORIES } from '@portal/contract/certificates/certificate-states.ts'
import type { CertificateAnswer } from '@portal/contract/certificates/certificates.ts'
import type { Ref } from 'react'
import { formatDate } from '#lib/format.ts'
import { Button } from '#ui/forms/button.tsx'
import { FactList } from '#ui/lists/fact-list.tsx'
import { NumberFault } from '../lookup/number-fault.tsx'
import type { CheckForm } from '../lookup/use-check-form.ts'
import { OutcomeActions, OutcomeBox } from './outcome-box.tsx'
import { PhoneLink } from './phone-link.tsx'
import { UnknownOutcome } from './unknown-outcome.tsx'

export interface OtherOutcomeProps {
  form: CheckForm
  phone: string
}

/** The result of a lookup without a certificate: an invalid number, or the answer. */
export function OtherOutcome({ form, phone }: OtherOutcomeProps) {
  const { number } = form.readings
  if (number?.kind === 'wrong') return <NumberFault reading={number} onRetry={form.retry} />
  return <Answer form={form} phone={phone} />
}

function Answer({ form, phone }: OtherOutcomeProps) {
  const { result, isBusy, refs } = form
  if (!result || isBusy) return null
  const shared = {
    phone,
    headingRef: refs.heading,
    onRetry: () => form.retry(result.kind === 'fault' ? '' : result.certificateNo),
  }
  if (result.kind === 'unavailable') return <UnavailableOutcome {...shared} {...result} />
  if (result.kind === 'busy') return <BusyOutcome {...shared} {...result} />
  if (result.kind !== 'answer') return null
  if (result.answer.state === 'examination') return <ExaminationOutcome {...shared} answer={result.answer} />
  return (
    <UnknownOutcome
      {...shared}
      certificateNo={result.certificateNo}
      checkCode={form.submittedCode}
      supportNo={result.answer.supportNo}
    />
  )
}

function ExaminationOutcome({ answer, phone, headingRef }: SharedProps & { answer: CertificateAnswer }) {
  const { certificateNo, category, receivedOn } = answer
  return (
    <OutcomeBox title="样品正在检测，尚未签发证书" headingRef={headingRef}>
      <p>本中心已登记该编号，检测尚未完成，没有结论。此时出示的任何结论均非本中心签发。</p>
      <FactList
        size="small"
        facts={[
          { name: '证书编号', value: certificateNo },
          { name: '类别', value: category && CERTIFICATE_CATEGORIES[category] },
          { name: '收样日期', value: formatDate(receivedOn) },
        ].filter(({ value }) => value)}
      />
      <p>
        签发后可用同一编号与核对码查询。询问进度请
        <PhoneLink phone={phone} />。
      </p>
    </OutcomeBox>
  )
}

interface SharedProps {
  phone: string
  headingRef: Ref<HTMLHeadingElement>
  /** Sends the form again. */
  onRetry: () => void
}

function UnavailableOutcome({ status, message, ...rest }: SharedProps & { status: number; message: string }) {
  return (
    <OutcomeBox title="暂时无法查询" headingRef={rest.headingRef}>
      <p>{status === 0 ? '未能连上本站，请检查网络。' : message || '证书记录暂时没有应答。'}</p>
      <p>
        本次没有得到结果，不表示证书有效，也不表示无效。请稍后再查，或
        <PhoneLink phone={rest.phone} />
        核对。
      </p>
      <RetryAction onRetry={rest.onRetry} />
    </OutcomeBox>
  )
}

/** Rate limited, and the proof of work was not solved. */
function BusyOutcome({ retryAfterS, ...rest }: SharedProps & { retryAfterS: number | null }) {
  return (
    <OutcomeBox title="查询较多，请稍后再查" headingRef={rest.headingRef}>
      <p>
        短时间内来自同一网络的查询较多，本次没有查询。请约{formatWait(retryAfterS)}后再查；急用时请
        <PhoneLink phone={rest.phone} />
        核对。
      </p>
      <noscript>
        <p>启用 JavaScript 后，浏览器完成一次安全验证即可继续查询，无需等待。</p>
      </noscript>
      <RetryAction onRetry={rest.onRetry} />
    </OutcomeBox>
  )
}

/** Hidden without scripts, where the form above serves. */
function RetryAction({ onRetry }: { onRetry: () => void }) {
  return (
    <OutcomeActions>
      <Button onClick={onRetry}>重新查询</Button>
    </OutcomeActions>
  )
}

function formatWait(retryAfterS: number | null): string {
  if (retryAfterS === null) return ' 1 分钟'
  return retryAfterS < 100 ? ` ${Math.max(1, Math.ceil(retryAfterS))} 秒` : ` ${Math.ceil(retryAfterS / 60)} 分钟`
}
