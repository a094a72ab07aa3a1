import type { LucideIconData } from '@lucide/icons'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { classNames } from '#lib/class-names.ts'
import { Icon } from '../icon.tsx'
import { Link, type LinkProps } from '../link.tsx'
import styles from './button.module.css'

interface ButtonStyle {
  /** Icon before the label. */
  icon?: LucideIconData
  variant?: 'primary' | 'outline' | 'quiet'
  size?: 'medium' | 'large'
  /** Whether the button takes the full width. */
  isBlock?: boolean
}

export interface ButtonProps extends ComponentProps<'button'>, ButtonStyle {
  /** Label while busy, for example 查询中; the width does not change, and clicks are ignored. */
  busyLabel?: string | undefined
  isBusy?: boolean
}

export function Button({ isBusy = false, busyLabel, type = 'button', onClick, icon, children, ...rest }: ButtonProps) {
  const label = renderLabel(icon, children)
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (isBusy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...toAttributes(rest)}
      type={type}
      // The attribute `disabled` would drop the focus.
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      onClick={handleClick}
    >
      {busyLabel === undefined ? label : <TwoLabels isBusy={isBusy} label={label} busyLabel={busyLabel} />}
    </button>
  )
}

function TwoLabels({ isBusy, label, busyLabel }: { isBusy: boolean; label: ReactNode; busyLabel: string }) {
  return (
    <span className={styles.labels}>
      <span aria-hidden={isBusy}>{label}</span>
      <span aria-hidden={!isBusy}>{busyLabel}</span>
    </span>
  )
}

/** A link styled as a button. */
export function ButtonLink({ icon, children, ...rest }: LinkProps & ButtonStyle) {
  return <Link {...toAttributes(rest)}>{renderLabel(icon, children)}</Link>
}

function renderLabel(icon: LucideIconData | undefined, children: ReactNode) {
  return icon ? (
    <>
      <Icon of={icon} sizePx={18} />
      {children}
    </>
  ) : (
    children
  )
}

/** Converts the style properties to attributes. */
function toAttributes<Props extends ButtonStyle & { className?: string | undefined }>(props: Props) {
  const { variant = 'primary', size = 'medium', isBlock = false, className, ...rest } = props
  return {
    ...rest,
    className: classNames(styles.root, className),
    'data-variant': variant,
    'data-size': size,
    'data-block': isBlock || undefined,
  }
}
