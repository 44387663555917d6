/** The help of a field stands below it, so that fields side by side are in line. */
export const helpBelow: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];
