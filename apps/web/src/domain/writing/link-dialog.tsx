import { type KeyboardEvent, useState } from 'react'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { Button } from '#ui/forms/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import shared from '#ui/shared.module.css'
import type { EditedLink } from './text-editor.ts'

export interface LinkDialogProps {
  link: EditedLink
  /** Receives the link; one without an address is removed. `null`: nothing changes. */
  onClose: (link: EditedLink | null) => void
}

const ADDRESS = /^(https?:\/\/\S+|mailto:\S+@\S+|tel:[+\d-]+|\/(?!\/)\S*)$/i

/** Asks for the address of a link. */
export function LinkDialog({ link, onClose }: LinkDialogProps) {
  const [address, setAddress] = useState(link.address)
  const [fault, setFault] = useState('')
  const apply = () => {
    const typed = address.trim()
    const complete = /^[\w-]+(\.[\w-]+)+(\/|$)/.test(typed) ? `https://${typed}` : typed
    if (complete !== '' && !ADDRESS.test(complete))
      return setFault('地址以 https:// 开头，或是本站的路径，例如 /article/86')
    onClose({ ...link, address: complete })
  }
  // Not a form: the dialog stands inside of that of the article.
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    apply()
  }
  return (
    <Dialog title={link.address ? '修改链接' : '加链接'} onClose={() => onClose(null)}>
      <Field
        label={link.text ? `“${link.text.slice(0, 20)}”链接到` : '链接到'}
        value={address}
        onChange={({ target }) => {
          setAddress(target.value)
          setFault('')
        }}
        placeholder="https:// 或 /article/86"
        error={fault || undefined}
        autoFocus
        onKeyDown={handleKeyDown}
        inputMode="url"
        autoComplete="off"
      />
      <div className={shared.wrap3}>
        <Button onClick={apply}>确定</Button>
        {link.address && (
          <Button variant="quiet" onClick={() => onClose({ ...link, address: '' })}>
            去掉链接
          </Button>
        )}
      </div>
    </Dialog>
  )
}
