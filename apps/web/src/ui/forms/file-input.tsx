import type { ChangeEvent, ComponentProps } from 'react'

export interface FileInputProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange'> {
  onFiles: (files: File[]) => void
}

/** A file field that accepts the same file twice in a row. */
export function FileInput({ onFiles, ...input }: FileInputProps) {
  const handleChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])]
    // Reset, because choosing the same file again would otherwise fire no change event.
    target.value = ''
    if (files.length > 0) onFiles(files)
  }
  return <input {...input} type="file" onChange={handleChange} />
}
