import { type ComponentProps, useEffect, useRef } from 'react'
import { classNames } from '#lib/class-names.ts'
import styles from './check-box.module.css'

interface CheckBoxProps extends Omit<ComponentProps<'input'>, 'type'> {
  type?: 'checkbox' | 'radio'
  /** Some members of the group are checked, but not all. */
  isPartial?: boolean
}

/** A check box of 18px, or 22px for fingers. */
export function CheckBox({ type = 'checkbox', isPartial = false, className, ...input }: CheckBoxProps) {
  const ref = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = isPartial
  }, [isPartial])
  return <input {...input} ref={ref} type={type} className={classNames(styles.root, className)} />
}
