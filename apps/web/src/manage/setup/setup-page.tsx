import { type ReactNode, useEffect, useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { LoadingRows } from '#manage/controls/layout/loading-rows.tsx'
import { Note } from '#manage/controls/layout/note.tsx'
import { GateDialogs } from '#manage/staff/gate-dialogs.tsx'
import { ProofForm } from '#manage/staff/proof-form.tsx'
import { LostCodes } from '#manage/staff/recovery/lost-codes.tsx'
import { hasDuty, loadStaff, useStaff } from '#manage/staff/staff-store.ts'
import { Button } from '#ui/forms/button.tsx'
import { CodeGate } from './code-gate.tsx'
import { FactorStep } from './factor-step.tsx'
import { SettingSteps } from './setting-steps.tsx'
import styles from './setup-form.module.css'
import { SetupFrame } from './setup-frame.tsx'

/** Reads the code of the address that upstream logs. The code is in the fragment, which servers never receive. */
function readAddressCode(): string | null {
  return /^#code=([\w-]{43})$/.exec(location.hash)?.[1] ?? null
}

/**
 * The first set-up of a site, from the logged address to the list of missing settings. The session determines the step, so that a
 * reload continues at the same one.
 * @param corner button of the theme
 */
export function SetupPage({ corner }: { corner: ReactNode }) {
  const api = useApi()
  const { stage, self, failure } = useStaff()
  const [code] = useState(readAddressCode)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  useEffect(() => void loadStaff(api), [api])
  switch (stage) {
    case 'loading':
      return <LoadingRows />
    case 'failed':
      return (
        <SetupFrame title="没有加载出来" corner={corner}>
          <Note tone="error" isLive action={<Button onClick={() => void loadStaff(api)}>重试</Button>}>
            {failure?.message}
          </Note>
        </SetupFrame>
      )
    case 'visitor':
    case 'refused':
      return <CodeGate code={code} corner={corner} onOwner={() => void loadStaff(api)} />
    case 'enrol':
      return (
        <SetupFrame
          title={codes ? '抄下恢复码' : '设置两步验证'}
          summary={codes ? undefined : '这一步不能跳过'}
          step={2}
          corner={corner}
        >
          <FactorStep codes={codes} onCodes={setCodes} onDone={() => void loadStaff(api)} />
        </SetupFrame>
      )
    case 'prove':
      return (
        <SetupFrame title="两步验证" summary="请确认是您本人" step={2} corner={corner}>
          <ProofForm onProven={() => void loadStaff(api)} />
        </SetupFrame>
      )
    case 'codes':
      return (
        <SetupFrame title="抄下恢复码" step={2} corner={corner}>
          <div className={styles.form}>
            <LostCodes doneLabel="下一步" onDone={() => void loadStaff(api)} />
          </div>
          <GateDialogs />
        </SetupFrame>
      )
    case 'ready':
      return hasDuty(self?.duties ?? [], ['owner']) ? (
        <>
          <SettingSteps corner={corner} />
          <GateDialogs />
        </>
      ) : (
        <CodeGate code={null} corner={corner} onOwner={() => void loadStaff(api)} />
      )
  }
}
