import { useState } from 'react'
import { PasskeySetup } from '#manage/staff/passkey-setup.tsx'
import { RecoveryCodes } from '#manage/staff/recovery/recovery-codes.tsx'
import { TotpSetup } from '#manage/staff/totp-setup.tsx'
import { WayChoice } from '#manage/staff/way-choice.tsx'
import { Button } from '#ui/forms/button.tsx'
import styles from './setup-form.module.css'

interface FactorStepProps {
  /** Recovery codes after the first method is set up; `null` until then. */
  codes: readonly string[] | null
  onCodes: (codes: readonly string[]) => void
  onDone: () => void
}

/** The first method of the second factor, then the recovery codes; neither can be skipped. */
export function FactorStep({ codes, onCodes, onDone }: FactorStepProps) {
  const [chosenMethod, setWay] = useState<'passkey' | 'totp' | null>(null)
  if (codes) {
    return (
      <div className={styles.form}>
        <RecoveryCodes codes={codes} doneLabel="下一步" onDone={onDone} />
      </div>
    )
  }
  return (
    <div className={styles.form}>
      {chosenMethod === null && <WayChoice onChoose={setWay} />}
      {chosenMethod === 'passkey' && <PasskeySetup onDone={onCodes} />}
      {chosenMethod === 'totp' && <TotpSetup onDone={onCodes} />}
      {chosenMethod !== null && (
        <Button variant="quiet" onClick={() => setWay(null)}>
          换一种方式
        </Button>
      )}
    </div>
  )
}
