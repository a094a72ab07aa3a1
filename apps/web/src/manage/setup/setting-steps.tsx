import { type ReactNode, useState } from 'react'
import { readSessionItem, writeSessionItem } from '#lib/browser-storage.ts'
import { LoadingRows } from '#manage/controls/layout/loading-rows.tsx'
import { Note } from '#manage/controls/layout/note.tsx'
import { Button } from '#ui/forms/button.tsx'
import { DoneStep } from './done-step.tsx'
import { FilingStep } from './filing-step.tsx'
import { SetupFrame } from './setup-frame.tsx'
import { SiteStep } from './site-step.tsx'
import { useSite } from './use-site.ts'

type Step = 3 | 4 | 5

const STEP_ITEM = 'manage-setup-step'
const TITLES: Record<Step, string> = { 3: '单位信息', 4: '备案与执照', 5: '设置完成' }
const SUMMARIES: Record<Step, string> = {
  3: '每一项都可以先跳过，之后在“站点”里补。没填的项，公开页上不显示。',
  4: '备案号显示在页脚，信用代码显示在“联系我们”。还没有取得就先跳过。',
  5: '网站可以用了。公开之前，建议补齐下面这些。',
}

function readStoredStep(): Step {
  const step = Number(readSessionItem(STEP_ITEM))
  return step === 4 || step === 5 ? step : 3
}

/** The steps with facts about the organisation, and the list of missing settings at the end. */
export function SettingSteps({ corner }: { corner: ReactNode }) {
  const { site, fault, load, save } = useSite()
  const [step, setStep] = useState(readStoredStep)
  const go = (next: Step) => {
    writeSessionItem(STEP_ITEM, String(next))
    setStep(next)
  }
  const saveAndGo = async (change: Parameters<typeof save>[0], next: Step) => {
    const isSaved = await save(change)
    if (isSaved) go(next)
    return isSaved
  }
  return (
    <SetupFrame title={TITLES[step]} summary={SUMMARIES[step]} step={step} corner={corner}>
      {fault && (
        <Note
          tone="error"
          isLive
          action={
            !site && (
              <Button variant="outline" onClick={() => void load()}>
                重试
              </Button>
            )
          }
        >
          {fault}
        </Note>
      )}
      {!site && !fault && <LoadingRows count={4} />}
      {site && step === 3 && <SiteStep site={site} onSave={(change) => saveAndGo(change, 4)} onSkip={() => go(4)} />}
      {site && step === 4 && (
        <FilingStep site={site} onSave={(change) => saveAndGo(change, 5)} onSkip={() => go(5)} onBack={() => go(3)} />
      )}
      {step === 5 && <DoneStep />}
    </SetupFrame>
  )
}
