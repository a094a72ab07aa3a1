import { type ReactNode, useId } from 'react'
import { CheckBox } from '#manage/controls/forms/check-box.tsx'
import styles from './tick.module.css'

interface TickProps {
  isTicked: boolean
  isDisabled?: boolean
  onTick: (isTicked: boolean) => void
  children: ReactNode
}

/** A check box with its label. */
export function Tick({ isTicked, isDisabled = false, onTick, children }: TickProps) {
  const id = useId()
  return (
    <div className={styles.root}>
      <CheckBox id={id} checked={isTicked} disabled={isDisabled} onChange={({ target }) => onTick(target.checked)} />
      <label htmlFor={id}>{children}</label>
    </div>
  )
}
