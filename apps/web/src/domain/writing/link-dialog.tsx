import { carriesToken } from '@portal/contract/paths/addresses.ts'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import styles from '#ui/dialogs/form-dialog.module.css'
import { Button } from '#ui/forms/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import shared from '#ui/shared.module.css'
import type { EditedLink } from './text-editor.ts'
import { type LinkTarget, useLinkTargets } from './use-link-targets.ts'

export interface LinkDialogProps {
  link: EditedLink
  /** Receives the link; one without an address is removed. `null`: nothing changes. */
  onClose: (link: EditedLink | null) => void
}

const ADDRESS = /^(https?:\/\/\S+|mailto:\S+@\S+|tel:[+\d-]+|\/(?!\/)\S*)$/i

/** Completes a typed address that lacks its protocol. */
function completeAddress(typed: string): string {
  return /^[\w-]+(\.[\w-]+)+(\/|$)/.test(typed) ? `https://${typed}` : typed
}

/** Asks for the address of a link, or for words of the title of a page or an article to choose. */
export function LinkDialog({ link, onClose }: LinkDialogProps) {
  const id = useId()
  const [address, setAddress] = useState(link.address)
  const [at, setAt] = useState(0)
  const [fault, setFault] = useState('')
  const complete = completeAddress(address.trim())
  const targets = useLinkTargets(ADDRESS.test(complete) ? '' : address)
  const chosen = targets?.[at]
  const choose = (target: LinkTarget) => onClose({ text: link.text || target.title, address: target.address })
  const apply = () => {
    if (chosen) return choose(chosen)
    if (complete !== '' && !ADDRESS.test(complete))
      return setFault('输入标题里的字，从下面选本站的页面或文章；其他网站的地址以 https:// 开头')
    if (carriesToken(complete)) return setFault('地址里不能有登录令牌（token），请删去问号后面的这一项')
    onClose({ ...link, address: complete })
  }
  // Not a form: the dialog stands inside of that of the article.
  const handleKeyDown = (event: KeyboardEvent) => {
    const { key, nativeEvent } = event
    const count = targets?.length ?? 0
    if (nativeEvent.isComposing) return
    if (key === 'Enter') apply()
    else if (key === 'ArrowDown' && count > 0) setAt((at + 1) % count)
    else if (key === 'ArrowUp' && count > 0) setAt((at + count - 1) % count)
    else return
    event.preventDefault()
  }
  return (
    <Dialog
      title={link.address ? '修改链接' : '加链接'}
      titleClass={styles.title}
      className={styles.root}
      onClose={() => onClose(null)}
    >
      <Field
        label={link.text ? `“${link.text.slice(0, 20)}”链接到` : '链接到'}
        value={address}
        onChange={({ target }) => {
          setAddress(target.value)
          setAt(0)
          setFault('')
        }}
        placeholder="标题里的字，或 https://"
        error={fault || undefined}
        autoFocus
        onKeyDown={handleKeyDown}
        autoComplete="off"
        role="combobox"
        aria-expanded={chosen !== undefined}
        aria-controls={chosen && `${id}-list`}
        aria-activedescendant={chosen && `${id}-${at}`}
        aria-autocomplete="list"
      />
      {chosen && (
        <div className={styles.options} id={`${id}-list`} role="listbox" aria-label="本站的页面与文章">
          {targets.map((target, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys
            <div
              key={target.address}
              className={styles.option}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              onClick={() => choose(target)}
            >
              {target.title} <small>{target.address}</small>
            </div>
          ))}
        </div>
      )}
      {targets?.length === 0 && (
        <p className={shared.note} role="status">
          没有找到。这里只列已发布的页面与文章
        </p>
      )}
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

/** Asks for the address of a link in a dialog. */
export function useLinkQuestion() {
  const [question, setQuestion] = useState<EditedLink | null>(null)
  const answerRef = useRef<(link: EditedLink | null) => void>(() => {})
  return {
    question,
    ask: (link: EditedLink) => {
      setQuestion(link)
      return new Promise<EditedLink | null>((resolve) => {
        answerRef.current = resolve
      })
    },
    answer: (link: EditedLink | null) => {
      setQuestion(null)
      answerRef.current(link)
    },
  }
}
