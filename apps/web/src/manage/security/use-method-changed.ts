import { useRevalidator } from 'react-router-dom'

/** Reloads methods and recent entries after a change. */
export function useMethodChanged(): () => Promise<void> {
  const { revalidate } = useRevalidator()
  return revalidate
}
