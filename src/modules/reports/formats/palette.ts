/** Ink for text (at least 4.5 : 1 on white) and a pale ground, by status, severity or state. */
export const STATUS_COLOURS: Readonly<Record<string, { ink: string; ground: string }>> = {
  passed: { ink: '#0B6B3A', ground: '#E3F4EA' },
  in_date: { ink: '#0B6B3A', ground: '#E3F4EA' },
  failed: { ink: '#A61B1B', ground: '#FCE8E6' },
  missing: { ink: '#A61B1B', ground: '#FCE8E6' },
  not_assessed: { ink: '#7A4B00', ground: '#FDF1D8' },
  out_of_date: { ink: '#7A4B00', ground: '#FDF1D8' },
  not_applicable: { ink: '#4A5568', ground: '#EDF0F4' },
  critical: { ink: '#7B1031', ground: '#FBE3EA' },
  high: { ink: '#A61B1B', ground: '#FCE8E6' },
  medium: { ink: '#7A4B00', ground: '#FDF1D8' },
  low: { ink: '#1D4F91', ground: '#E4EEFA' },
  informational: { ink: '#4A5568', ground: '#EDF0F4' },
};
