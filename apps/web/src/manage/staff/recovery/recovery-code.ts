/** Whether two recovery codes are the same; hyphens, capitals and letters that look like digits do not count. */
export function isSameCode(typed: string, code: string): boolean {
  return code !== '' && plain(typed) === plain(code)
}

function plain(code: string): string {
  return code.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1')
}
