import { CERTIFICATE_CATEGORIES } from '@portal/contract/certificates/certificate-states.ts'
import type { CertificateAnswer } from '@portal/contract/certificates/certificates.ts'
import type { Ref } from 'react'
import { formatDate } from '#lib/format.ts'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { FactList } from '#ui/lists/fact-list.tsx'
import { formatPlaces, Glyphs, NumberFault } from '../lookup/number-fault.tsx'
import { doubtfulPlaces } from '../lookup/number-texts.ts'
import type { CheckForm } from '../lookup/use-check-form.ts'
import { OutcomeActions, OutcomeBox, PhoneLink } from './outcome-box.tsx'

/** The result of a lookup without a certificate: an invalid number, or the answer. */
export function OtherOutcome({ form, phone }: { form: CheckForm; phone: string }) {
  const { result, isBusy, refs } = form
  const { number } = form.readings
  if (number?.kind === 'wrong') return <NumberFault reading={number} onRetry={form.retry} />
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
      <OutcomeActions>
        <Button onClick={rest.onRetry}>重新查询</Button>
      </OutcomeActions>
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
      <OutcomeActions>
        <Button onClick={rest.onRetry}>重新查询</Button>
      </OutcomeActions>
    </OutcomeBox>
  )
}

function formatWait(retryAfterS: number | null): string {
  if (retryAfterS === null) return ' 1 分钟'
  return retryAfterS < 100 ? ` ${Math.max(1, Math.ceil(retryAfterS))} 秒` : ` ${Math.ceil(retryAfterS / 60)} 分钟`
}

interface UnknownOutcomeProps extends SharedProps {
  certificateNo: string
  /** Empty on a page rendered without scripts, which does not contain it. */
  checkCode: string
  supportNo: string | undefined
}

/** One answer for an unknown number, a wrong code, and an unpublished certificate. */
function UnknownOutcome({ certificateNo, checkCode, supportNo, phone, headingRef }: UnknownOutcomeProps) {
  const doubtful = doubtfulPlaces(checkCode)
  return (
    <OutcomeBox title="未查到相符的证书" headingRef={headingRef}>
      <p>编号与核对码都相符，才会显示证书。为防止有人试出编号，本页不说明是哪一项不符。请逐项核对：</p>
      <Glyphs text={certificateNo} marked={[]} tone="doubtful" label={`输入的编号：${[...certificateNo].join(' ')}`} />
      {checkCode && (
        <Glyphs
          text={checkCode}
          marked={doubtful}
          tone="doubtful"
          label={`输入的核对码：${[...checkCode].join(' ')}${doubtful.length > 0 ? `，容易看错：${formatPlaces(doubtful)}` : ''}`}
        />
      )}
      <ul>
        <li>编号与证书上印刷的逐位一致，出自同一份证书。</li>
        <li>核对码取自刮开层下，容易看错的是 2 与 Z、5 与 S、6 与 G、8 与 B、U 与 V；不含 0、O、1、I、L。</li>
        <li>证书由本中心签发，编号以 SH 开头。其他机构的证书请到其官方网站查询。</li>
        <li>刚领到的证书，签发满 24 小时后再查。</li>
      </ul>
      <p>
        仍查不到，请携证书与实物
        <PhoneLink phone={phone} />
        {supportNo && (
          <>
            ，报出本次查询号 <b>{supportNo}</b>
          </>
        )}
        ，由工作人员核对原始记录。
      </p>
      <OutcomeActions>
        <ButtonLink to="/contact-us" variant="outline">
          联系咨询
        </ButtonLink>
        <ButtonLink to={`/certificate-check/report?no=${certificateNo}`} variant="outline">
          举报假证书
        </ButtonLink>
      </OutcomeActions>
    </OutcomeBox>
  )
}
