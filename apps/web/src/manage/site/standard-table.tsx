import { Plus, RotateCcw, Trash2 } from '@lucide/icons'
import { CERTIFICATE_CATEGORIES, type CertificateCategory } from '@portal/contract/certificates/certificate-states.ts'
import { DEFAULT_STANDARDS, type Standard } from '@portal/contract/certificates/rules/standards.ts'
import { CheckBox } from '#manage/controls/forms/check-box.tsx'
import { FieldGroup } from '#manage/controls/forms/field.tsx'
import { Button } from '#ui/forms/button.tsx'
import { IconButton } from '#ui/forms/icon-button.tsx'
import { useSiteForm } from './site-form.ts'
import styles from './standard-table.module.css'

const CATEGORIES = Object.keys(CERTIFICATE_CATEGORIES) as CertificateCategory[]

/** The standards that certificates may name, with the days of their validity. */
export function StandardTable() {
  const { edit } = useSiteForm()
  const all = edit.values.standards ?? DEFAULT_STANDARDS
  const { error, was } = edit.getFieldProps('standards')
  const put = (standards: readonly Standard[]) =>
    edit.change({ standards: standards.length > 0 ? [...standards] : null })
  return (
    <FieldGroup
      title="标准表"
      note="制作证书时从中选检验依据。表中没有的，或检验当天还没有实施、已经废止的，制作人要说明原因。修改前要再次验证"
    >
      <div className={styles.root} data-wide data-field="standards" data-changed={was !== undefined || undefined}>
        {error && (
          <p className={styles.error} role="alert">
            {error}
          </p>
        )}
        <ul className={styles.list}>
          {all.map((standard, at) => (
            <StandardRow
              // biome-ignore lint/suspicious/noArrayIndexKey: rows are edited in place
              key={at}
              standard={standard}
              onChange={(changes) => put(all.map((one, nth) => (nth === at ? { ...one, ...changes } : one)))}
              onRemove={() => put(all.filter((_one, nth) => nth !== at))}
            />
          ))}
        </ul>
        <div className={styles.buttons}>
          <Button
            variant="outline"
            icon={Plus}
            onClick={() => put([...all, { code: '', title: '', from: '', until: '', categories: [...CATEGORIES] }])}
          >
            添加标准
          </Button>
          {edit.values.standards !== null && (
            <Button variant="quiet" icon={RotateCcw} onClick={() => edit.change({ standards: null })}>
              用自带的表
            </Button>
          )}
        </div>
      </div>
    </FieldGroup>
  )
}

interface StandardRowProps {
  standard: Standard
  onChange: (changes: Partial<Standard>) => void
  onRemove: () => void
}

function StandardRow({ standard, onChange, onRemove }: StandardRowProps) {
  const { code, title, from, until, categories } = standard
  const name = code || '新标准'
  const toggle = (category: CertificateCategory) =>
    onChange({
      categories: CATEGORIES.filter((one) => categories.includes(one) !== (one === category)),
    })
  return (
    <li className={styles.row}>
      <input
        aria-label={`${name}：标准号`}
        placeholder="GB/T 16552—2017"
        maxLength={40}
        value={code}
        onChange={({ target }) => onChange({ code: target.value })}
      />
      <input
        aria-label={`${name}：名称`}
        placeholder="珠宝玉石 名称"
        maxLength={80}
        value={title}
        onChange={({ target }) => onChange({ title: target.value })}
      />
      <span className={styles.days}>
        实施
        <input
          type="date"
          aria-label={`${name}：实施日期`}
          value={from}
          onChange={({ target }) => onChange({ from: target.value })}
        />
        有效至
        <input
          type="date"
          aria-label={`${name}：最后有效日，现行的留空`}
          value={until}
          min={from || undefined}
          onChange={({ target }) => onChange({ until: target.value })}
        />
      </span>
      <IconButton icon={Trash2} label={`删除 ${name}`} onClick={onRemove} />
      <fieldset className={styles.categories} aria-label={`${name}：类别`}>
        {CATEGORIES.map((category) => (
          // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
          <label key={category}>
            <CheckBox checked={categories.includes(category)} onChange={() => toggle(category)} />
            {CERTIFICATE_CATEGORIES[category]}
          </label>
        ))}
      </fieldset>
    </li>
  )
}
