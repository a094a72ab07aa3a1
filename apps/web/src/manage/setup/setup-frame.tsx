import { type ReactNode, useEffect, useRef } from 'react'
import { showTitle } from '#manage/controls/layout/page-title.ts'
import { Ruler } from '#manage/controls/values/ruler.tsx'
import { ToastRegion } from '#ui/dialogs/toast-region.tsx'
import { Mark } from '#ui/figures/mark.tsx'
import styles from './setup-frame.module.css'

const STEPS = [
  ['负责人', '姓名、邮箱、密码'],
  ['两步验证', '通行密钥或动态验证码'],
  ['单位信息', '名称、电话、地址、营业时间'],
  ['备案与执照', '备案号、统一社会信用代码'],
  ['完成', '还缺什么，在哪里补'],
] as const

interface SetupFrameProps {
  title: string
  summary?: ReactNode
  /** Step 1 to 5; left out outside the steps, e.g. for a used address. */
  step?: number
  /** Button of the theme, in the head. */
  corner: ReactNode
  children: ReactNode
}

/** The frame of every step: the steps on an upright ruler, and one box. The heading gets the focus after each step. */
export function SetupFrame({ title, summary, step, corner, children }: SetupFrameProps) {
  const ref = useRef<HTMLHeadingElement>(null)
  const shownRef = useRef(title)
  useEffect(() => {
    showTitle(`首次设置：${title}`)
    if (shownRef.current !== title) ref.current?.focus()
    shownRef.current = title
  }, [title])
  return (
    <>
      <header className={styles.head}>
        <Mark className={styles.mark} />
        <b className={styles.name}>首次设置</b>
        <span className={styles.corner}>{corner}</span>
      </header>
      <main className={styles.main}>
        <div className={styles.grid} data-alone={step === undefined || undefined}>
          {step !== undefined && <StepList current={step} />}
          <section className={styles.box}>
            <h1 className={styles.title} ref={ref} tabIndex={-1}>
              {title}
            </h1>
            {summary && <p className={styles.summary}>{summary}</p>}
            {step !== undefined && (
              <div className={styles.ruler}>
                <Ruler share={(step - 0.5) / STEPS.length} label={`第 ${step} 步，共 ${STEPS.length} 步`} />
              </div>
            )}
            {children}
          </section>
        </div>
      </main>
      <ToastRegion />
    </>
  )
}

function StepList({ current }: { current: number }) {
  return (
    <ol className={styles.steps} aria-label="步骤">
      {STEPS.map(([name, what], at) => (
        <li key={name} aria-current={at + 1 === current ? 'step' : undefined} data-done={at + 1 < current || undefined}>
          <b className={styles.number}>{at + 1}</b>
          <span>
            {name}
            <small className={styles.what}>{what}</small>
          </span>
        </li>
      ))}
    </ol>
  )
}

/** The buttons of a step below a line, with a note at their left. */
export function StepButtons({ note, children }: { note?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.buttons}>
      <div className={styles.left}>{note}</div>
      {children}
    </div>
  )
}
