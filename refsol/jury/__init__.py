"""The jury: inputs validated, outputs judged, programs run against refsol, and what they fail on made small."""
