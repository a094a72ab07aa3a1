import { Eye, EyeOff } from '@lucide/icons'
import { useState } from 'react'
import { Field, type FieldProps } from '#ui/forms/field.tsx'
import { IconButton } from '#ui/forms/icon-button.tsx'

/** Password field with a button to show the input. */
export function PasswordField(props: Omit<FieldProps, 'type' | 'inset'>) {
  const [isShown, setIsShown] = useState(false)
  const toggle = (
    <IconButton
      icon={isShown ? EyeOff : Eye}
      label="显示密码"
      aria-pressed={isShown}
      onClick={() => setIsShown(!isShown)}
    />
  )
  return <Field {...props} type={isShown ? 'text' : 'password'} inset={toggle} />
}
