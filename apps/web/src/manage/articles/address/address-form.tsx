import { type FormEvent, type ReactNode, useState } from 'react'
import { useRevalidator } from 'react-router-dom'
import { ApiError } from '#lib/api/api-client.ts'
import { useBusy } from '#lib/api/use-busy.ts'
import { showToast } from '#lib/toasts.ts'
import { findTypedFault, SlugField } from '#manage/controls/forms/slug-field.tsx'
import { Button } from '#ui/forms/button.tsx'
import styles from './address.module.css'

interface AddressFormProps {
  /** Fixed part of the address, e.g. `/article/`. */
  path: string
  /** Stored last part; empty: none. */
  stored: string
  /** Text from whose Latin words an address is proposed. */
  title: string
  hint: string
  /** The address may be left empty. */
  isOptional?: boolean
  isReadOnly: boolean
  /** Stores the address. @returns whether the former one redirects. @throws ApiError */
  onMove: (slug: string) => Promise<boolean>
  /** Further buttons. */
  children?: ReactNode
}

/** Changes the address of an article or an own page, at once and apart from its text. */
export function AddressForm(props: AddressFormProps) {
  const { path, stored, title, hint, isOptional = false, isReadOnly, onMove, children } = props
  const { revalidate } = useRevalidator()
  const [slug, setSlug] = useState(stored)
  const [refused, setRefused] = useState<string | null>(null)
  const { isBusy, run } = useBusy((reason) =>
    setRefused(reason instanceof ApiError ? reason.message : '网络不通，地址没有改。请稍后再试'),
  )
  const isChanged = slug !== stored
  const isTaken = () => false
  const isFit = (slug === '' && isOptional) || findTypedFault(slug, isTaken) === null
  const move = (event: FormEvent) => {
    event.preventDefault()
    if (!isChanged || !isFit || isReadOnly || isBusy) return
    void run(async () => {
      setRefused(null)
      const isRedirected = await onMove(slug)
      showToast('success', isRedirected ? '地址已改，旧地址会跳转到新地址' : '地址已改')
      await revalidate()
    })
  }
  return (
    <form className={styles.form} onSubmit={move} noValidate>
      <SlugField
        path={path}
        hasHost={!isOptional}
        value={slug}
        title={title}
        hint={hint}
        was={isChanged && stored !== '' ? path + stored : undefined}
        isChecked={!isOptional}
        refused={refused}
        isTaken={isTaken}
        isReadOnly={isReadOnly}
        onChange={(next) => {
          setRefused(null)
          setSlug(next)
        }}
      />
      <div className={styles.actions}>
        <Button
          type="submit"
          variant="outline"
          disabled={!isChanged || !isFit || isReadOnly}
          isBusy={isBusy}
          busyLabel="改地址"
        >
          改地址
        </Button>
        {children}
      </div>
    </form>
  )
}
