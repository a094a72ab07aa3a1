import { ShieldAlert } from '@lucide/icons'
import type { CertificateAnswer } from '@portal/contract/certificates/certificates.ts'
import type { Ref } from 'react'
import { findDoubtfulPlaces, Glyphs } from '#domain/certificates/glyphs.tsx'
import { OutcomeActions, OutcomeBox } from '#domain/certificates/outcome-box.tsx'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { FactList } from '#ui/lists/fact-list.tsx'
import type { CheckForm } from '../lookup/lookup-page.tsx'
import { NumberFault } from '../lookup/number-fault.tsx'
import { useTexts } from '../texts/texts.tsx'
import { PhoneLink } from './phone-link.tsx'
import { Verdict } from './verdict.tsx'

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
  if (result.answer.state === 'mismatch') {
    return <MismatchOutcome {...shared} checkedAtMs={result.checkedAtMs} certificateNo={result.certificateNo} />
  }
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

/** The stored certificate does not match the logged one: nothing of it is shown. */
function MismatchOutcome({
  certificateNo,
  checkedAtMs,
  phone,
  headingRef,
}: SharedProps & { certificateNo: string; checkedAtMs: number }) {
  const { mismatch: texts, unknown } = useTexts('others')
  return (
    <>
      <Verdict tone="bad" icon={ShieldAlert} title={texts.title} {...{ checkedAtMs, headingRef }}>
        <p>{texts.text}</p>
      </Verdict>
      <OutcomeBox title={texts.todo}>
        <ol>
          <li>{texts.pay}</li>
          <li>{texts.contact(<PhoneLink phone={phone} />)}</li>
          <li>{texts.later}</li>
        </ol>
        <OutcomeActions>
          <ButtonLink to="/contact-us" variant="outline">
            {unknown.contact}
          </ButtonLink>
          <ButtonLink to={`/certificate-check/report?no=${certificateNo}`} variant="outline">
            {unknown.report}
          </ButtonLink>
        </OutcomeActions>
      </OutcomeBox>
    </>
  )
}

function ExaminationOutcome({ answer, phone, headingRef }: SharedProps & { answer: CertificateAnswer }) {
  const { certificateNo, category, receivedOn } = answer
  const { examination: texts } = useTexts('others')
  const { date } = useTexts('card')
  return (
    <OutcomeBox title={texts.title} headingRef={headingRef}>
      <p>{texts.text}</p>
      <FactList
        size="small"
        facts={[
          { name: texts.number, value: certificateNo },
          { name: texts.category, value: category && texts.formatCategory(category) },
          { name: texts.receivedOn, value: date(receivedOn) },
        ].filter(({ value }) => value)}
      />
      <p>{texts.end(<PhoneLink phone={phone} />)}</p>
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
  const { unavailable: texts, retry } = useTexts('others')
  return (
    <OutcomeBox title={texts.title} headingRef={rest.headingRef}>
      <p>{texts.reason(status, message)}</p>
      <p>{texts.end(<PhoneLink phone={rest.phone} />)}</p>
      <OutcomeActions>
        <Button onClick={rest.onRetry}>{retry}</Button>
      </OutcomeActions>
    </OutcomeBox>
  )
}

/** The request was rate limited, and the proof of work was not solved. */
function BusyOutcome({ retryAfterS, ...rest }: SharedProps & { retryAfterS: number | null }) {
  const { busy: texts, retry } = useTexts('others')
  return (
    <OutcomeBox title={texts.title} headingRef={rest.headingRef}>
      <p>{texts.text(retryAfterS, <PhoneLink phone={rest.phone} />)}</p>
      <noscript>
        <p>{texts.noScript}</p>
      </noscript>
      <OutcomeActions>
        <Button onClick={rest.onRetry}>{retry}</Button>
      </OutcomeActions>
    </OutcomeBox>
  )
}

interface UnknownOutcomeProps extends SharedProps {
  certificateNo: string
  /** Empty on a page that was rendered without scripts, because its HTML does not contain the code. */
  checkCode: string
  supportNo: string | undefined
}

/** One text for an unknown number, a wrong code, and an unpublished certificate. */
function UnknownOutcome({ certificateNo, checkCode, supportNo, phone, headingRef }: UnknownOutcomeProps) {
  const { unknown: texts } = useTexts('others')
  const doubtful = findDoubtfulPlaces(checkCode)
  return (
    <OutcomeBox title={texts.title} headingRef={headingRef}>
      <p>{texts.text}</p>
      <Glyphs text={certificateNo} marked={[]} tone="doubtful" label={texts.number([...certificateNo].join(' '))} />
      {checkCode && (
        <Glyphs
          text={checkCode}
          marked={doubtful}
          tone="doubtful"
          label={texts.code([...checkCode].join(' '), doubtful)}
        />
      )}
      <ul>
        {texts.checks.map((check) => (
          <li key={check}>{check}</li>
        ))}
      </ul>
      <p>{texts.end(<PhoneLink phone={phone} />, supportNo)}</p>
      <OutcomeActions>
        <ButtonLink to="/contact-us" variant="outline">
          {texts.contact}
        </ButtonLink>
        <ButtonLink to={`/certificate-check/report?no=${certificateNo}`} variant="outline">
          {texts.report}
        </ButtonLink>
      </OutcomeActions>
    </OutcomeBox>
  )
}
