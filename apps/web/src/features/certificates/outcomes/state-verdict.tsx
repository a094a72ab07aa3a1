import { BadgeCheck, Ban, RefreshCw, ShieldAlert } from '@lucide/icons'
import type { Ref } from 'react'
import type { Failed } from '#domain/log/check-logged.ts'
import { TextLink } from '#ui/text-link.tsx'
import type { CheckAnswer } from '../certificate-action.ts'
import { useTexts } from '../texts/texts.tsx'
import styles from './certificate-outcome.module.css'
import { Verdict } from './verdict.tsx'

interface StateVerdictProps {
  result: CheckAnswer
  headingRef: Ref<HTMLHeadingElement>
  /** The version of the printed certificate, when it has been corrected since. */
  oldVersion: number | null
  /** Reason why the check against the public log failed. */
  failure: Failed['why'] | undefined
}

/** State of a certificate that was found. */
export function StateVerdict({ result, headingRef, oldVersion, failure }: StateVerdictProps) {
  const { answer, checkedAtMs } = result
  const { path } = useTexts('lookup')
  const texts = useTexts('found')
  const proof = useTexts('proof')
  const shared = { checkedAtMs, headingRef }
  if (failure) {
    return (
      <Verdict {...shared} tone="bad" icon={ShieldAlert} title={proof.verdict.title}>
        <p>{proof.verdict.text[failure]}</p>
      </Verdict>
    )
  }
  if (answer.state === 'reissued') {
    const newer = answer.newerNo && (
      <TextLink className={styles.newer} to={`${path}?no=${answer.newerNo}`}>
        {answer.newerNo}
      </TextLink>
    )
    return (
      <Verdict {...shared} tone="warn" icon={RefreshCw} title={texts.reissued.title}>
        <p>{texts.reissued.text(answer.changedOn, newer)}</p>
      </Verdict>
    )
  }
  if (answer.state === 'withdrawn') {
    return (
      <Verdict {...shared} tone="bad" icon={Ban} title={texts.withdrawn.title}>
        <p>{texts.withdrawn.text(answer)}</p>
      </Verdict>
    )
  }
  if (oldVersion !== null) {
    return (
      <Verdict {...shared} tone="warn" icon={RefreshCw} title={texts.corrected.title}>
        <p>{texts.corrected.text(oldVersion, answer.certificate?.version ?? oldVersion)}</p>
      </Verdict>
    )
  }
  return (
    <Verdict {...shared} tone="good" icon={BadgeCheck} title={texts.valid.title}>
      <p>{texts.valid.text}</p>
    </Verdict>
  )
}
