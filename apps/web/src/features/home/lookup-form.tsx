import { ScanSearch } from '@lucide/icons'
import { useId } from 'react'
import { Form } from 'react-router-dom'
import lookup from '#domain/certificates/lookup-field.module.css'
import { LookupScale } from '#domain/certificates/lookup-scale.tsx'
import { classNames } from '#lib/class-names.ts'
import { Button } from '#ui/forms/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { TextLink } from '#ui/text-link.tsx'
import styles from './lookup-form.module.css'

/** Looks up a certificate by its number; a plain GET form, so it works without JavaScript too. */
export function LookupForm() {
  const id = useId()
  return (
    <Form className={styles.root} action="/certificate-check" method="get" role="search">
      <div className={lookup.labels}>
        <label htmlFor={id}>证书编号</label>
        <span className={classNames(lookup.hint, styles.hint)}>字母与数字，不分大小写</span>
      </div>
      <div className={lookup.row}>
        <input
          className={lookup.input}
          id={id}
          name="no"
          placeholder="请输入证书编号"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={400}
          required
        />
        <Button className={classNames(lookup.button, styles.button)} type="submit" size="large">
          <Icon of={ScanSearch} sizePx={18} />
          查询证书
        </Button>
      </div>
      <LookupScale />
      <p className={classNames(lookup.foot, styles.foot)}>
        <span>编号印在证书正面右上角</span>
        <TextLink to="/certificate-check#where">编号在哪里</TextLink>
        <TextLink to="/rangeDetail">如何送检</TextLink>
      </p>
    </Form>
  )
}
