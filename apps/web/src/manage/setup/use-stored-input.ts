import { useEffect, useState } from 'react'
import { readLocalItem, writeLocalItem } from '#lib/browser-storage.ts'

const PREFIX = 'manage-setup:'

/** Input of a step, stored in this browser; never a password. `drop` deletes it. */
export function useStoredInput<T extends object>(name: string, initial: T) {
  const [values, setValues] = useState<T>(() => ({ ...initial, ...read<T>(name) }))
  const [isDropped, setIsDropped] = useState(false)
  useEffect(() => writeLocalItem(PREFIX + name, isDropped ? null : JSON.stringify(values)), [name, values, isDropped])
  return {
    values,
    change: (change: Partial<T>) => setValues((before) => ({ ...before, ...change })),
    drop: () => setIsDropped(true),
  }
}

function read<T>(name: string): Partial<T> {
  try {
    return JSON.parse(readLocalItem(PREFIX + name) ?? '{}') as Partial<T>
  } catch {
    return {}
  }
}
